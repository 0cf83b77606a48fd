import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { TextField } from './fields.tsx'
import { Group } from './form.tsx'
import classes from './list-field.module.css'
import type { Field } from './schema-form.ts'

/** Lines of text in an order, each of which can be changed and taken away; the schema drops those that are left blank. */
export function ListField({
  lines,
  of,
  onAdd,
  onRemove,
  legend,
  item,
  maxLength,
}: {
  lines: readonly string[]
  /** The field of a line: `form.nested('features.0')`. */
  of: (index: number) => Field<never>
  onAdd: () => void
  onRemove: (index: number) => void
  legend: string
  /** What one line is called: “Feature” makes Feature 1, Add feature. */
  item: string
  maxLength: number
}) {
  const small = item.toLowerCase()
  return (
    <Group legend={legend}>
      {lines.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
        <div key={index} className={classes.line}>
          <TextField of={of(index)} label={`${item} ${index + 1}`} maxLength={maxLength} optional />
          <ActionIcon
            variant="default"
            size={44}
            aria-label={`Remove ${small} ${index + 1}`}
            onClick={() => onRemove(index)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
        Add {small}
      </Button>
    </Group>
  )
}
