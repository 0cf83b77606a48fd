import { Button, SegmentedControl } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Page } from '#ui/plain/page.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api } from '#web/client.ts'
import { type Bucket, buckets, bucketWords, imageList, messages } from '../inputs.ts'
import { AddImages } from '../parts/add-images.tsx'
import { ImageGrid } from '../parts/image-grid.tsx'
import { ImagePanel, type ListedImage } from '../parts/image-panel.tsx'

const columns: Column<ListedImage>[] = [
  { key: 'alt', header: 'Picture', kind: 'text', width: 16, of: row => row.alt },
  { key: 'usedOn', header: 'Used on', kind: 'text', width: 12, of: row => row.usedOn.join(', ') || 'Nothing yet' },
  { key: 'bucket', header: 'Folder', kind: 'text', width: 8, priority: 4, of: row => bucketWords[row.bucket] },
  {
    key: 'size',
    header: 'Size',
    kind: 'number',
    width: 8,
    of: row => `${row.width} × ${row.height}`,
    short: row => `${row.width} × ${row.height}`,
  },
  { key: 'uploadedBy', header: 'By', kind: 'person', priority: 4, of: row => row.uploadedByName ?? '' },
  { key: 'createdAt', header: 'Uploaded', kind: 'date', as: 'date', of: row => row.createdAt },
]

/** /admin/images, the Image Manager: the pictures of the house, where each is shown, adding, cutting and removing them (CNT-46…52). */
export function Images() {
  const list = useList(imageList, api.images.list, { canExport: true })
  const [isAdding, setAdding] = useState(false)
  const isTable = list.search.view === 'table'
  const bucket = buckets.find(each => each === list.search.bucket) ?? 'admin-uploads'
  return (
    <Page
      title="Images"
      chassis="desk"
      actions={
        <>
          <SegmentedControl
            size="xs"
            aria-label="How to show them"
            data={[
              { value: 'grid', label: 'Grid' },
              { value: 'table', label: 'Table' },
            ]}
            value={isTable ? 'table' : 'grid'}
            onChange={next => list.onSearch({ view: next === 'table' ? next : undefined })}
          />
          <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            Add pictures
          </Button>
        </>
      }
    >
      <DataTable
        {...list}
        label="Images"
        noun={['picture', 'pictures']}
        failed={messages.loadFailed}
        columns={columns}
        rowId={row => row.id}
        rowName={row => row.alt}
        searchFor="Search what is to be seen"
        filters={[
          {
            key: 'bucket',
            label: 'Folder',
            options: buckets.map(value => ({ value, label: bucketWords[value] })),
          },
          {
            key: 'use',
            label: 'Use',
            options: [
              { value: 'used', label: 'In use' },
              { value: 'unused', label: 'Not used' },
            ],
          },
          { key: 'size', label: 'Fitted', options: [{ value: 'small', label: 'For the directory' }] },
        ]}
        draw={
          isTable ? undefined : (rows, open) => <ImageGrid images={rows} onOpen={image => open(image.id)} does="Open" />
        }
        panel={{
          title: row => row?.alt ?? 'Picture',
          body: (id, row) =>
            row ? (
              <ImagePanel key={id} image={row} onGone={() => list.onSearch({ open: undefined })} />
            ) : (
              <p>This picture is not on this page of the list.</p>
            ),
        }}
        empty={
          <Empty
            what="There are no pictures yet"
            why="What you add here can be shown on the home page, in the news, the directory and the facilities."
            next={<Button onClick={() => setAdding(true)}>Add pictures</Button>}
          />
        }
      />
      {isAdding ? <AddImages bucket={bucket as Bucket} onClose={() => setAdding(false)} /> : null}
    </Page>
  )
}
