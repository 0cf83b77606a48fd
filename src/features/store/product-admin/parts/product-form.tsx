import { Button } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import { TextAreaField, TextField } from '#ui/form/fields.tsx'
import { Form, Row, type SchemaForm, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { describeProblem } from '#ui/plain/problem.ts'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { messages, productForm } from '../inputs.ts'
import type { ProductFields } from '../rules.ts'
import { ProductPictures } from './product-pictures.tsx'
import { newVariant, ProductOptions, ProductVariants } from './product-variants.tsx'

type Typed = z.input<typeof productForm>
export type ProductFormOf = SchemaForm<Typed>

const nothing: Typed = {
  ...{ title: '', description: '', productType: '', vendor: '', tags: '' },
  ...{ options: [], variants: [newVariant(0)], images: [] },
}

const typedOf = (fields: ProductFields): Typed => ({
  ...fields,
  tags: fields.tags.join(', '),
  variants: fields.variants.map(each => ({ ...each, weightKg: each.weightKg === null ? '' : String(each.weightKg) })),
})

/** A product as the office writes it (PRD-04 … PRD-09); a new one where `of` is null. */
export function ProductForm(props: {
  of: { handle: string; version: string; fields: ProductFields } | null
  onDone: () => void
}) {
  // As it was read first: what others save meanwhile takes nothing away that was typed, and is told when this is saved.
  const [of] = useState(props.of)
  // Made once for the whole form, so that a product that is sent twice is made once.
  const [key] = useState(() => crypto.randomUUID())
  const form = useSchemaForm({
    schema: productForm,
    initial: of ? typedOf(of.fields) : nothing,
    submit: (fields, sending) => {
      const product = of ? { handle: of.handle, version: of.version } : { key }
      return rpc.shopProducts.save({ product, fields }, { context: sending })
    },
    onFailed: error => toast.error(messages.saveFailed, describeProblem(error).message),
    onDone: () => {
      toast.success(of ? 'Product saved' : 'Product created')
      props.onDone()
    },
  })
  return (
    <Form
      of={form}
      label={of ? `Edit ${of.fields.title}` : 'A new product'}
      failed={messages.saveFailed}
      isLong
      isOpened
      actions={
        <>
          <Submit of={form} busy="Saving…">
            {of ? 'Save product' : 'Create product'}
          </Submit>
          <Button variant="default" onClick={props.onDone}>
            Cancel
          </Button>
        </>
      }
    >
      <TextField of={form.field('title')} label="Title" maxLength={255} />
      <TextAreaField of={form.field('description')} label="Description" maxLength={10_000} minRows={4} optional />
      <Row>
        <TextField of={form.field('productType')} label="Product type" maxLength={100} optional />
        <TextField of={form.field('vendor')} label="Vendor" maxLength={100} optional />
      </Row>
      <TextField of={form.field('tags')} label="Tags" hint="With commas between" optional />
      <ProductPictures form={form} />
      <ProductOptions form={form} />
      <ProductVariants form={form} />
    </Form>
  )
}
