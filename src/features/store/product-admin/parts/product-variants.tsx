import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { MoneyField, TextField } from '#ui/form/fields.tsx'
import { Group, Row } from '#ui/form/form.tsx'
import { toast } from '#ui/toast.ts'
import { messages, mostOptions } from '../inputs.ts'
import type { ProductFormOf } from './product-form.tsx'
import classes from './products.module.css'

export const newVariant = (options: number) => ({
  id: null,
  values: Array.from({ length: options }, () => ''),
  pricePence: Number.NaN,
  sku: '',
  weightKg: '',
})

/** What a product can be chosen by, such as its size; every variant then has a value for it. */
export function ProductOptions({ form }: { form: ProductFormOf }) {
  const { options, variants } = form.values
  const change = (names: string[], values: (of: string[]) => string[]) =>
    form.set({ options: names, variants: variants.map(each => ({ ...each, values: values(each.values) })) })
  return (
    <Group legend="Options" hint="What it can be chosen by: size, colour. Up to three.">
      {options.map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: options have no identity but their place
        <div key={at} className={classes.line}>
          <TextField of={form.nested(`options.${at}`)} label={`Option ${at + 1}`} maxLength={60} />
          <ActionIcon
            variant="default"
            size={44}
            aria-label={`Remove option ${at + 1}`}
            onClick={() => {
              const without = (list: string[]) => list.filter((_, place) => place !== at)
              change(without(options), without)
            }}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => {
          if (options.length >= mostOptions) return toast.error(messages.optionsFull)
          change([...options, ''], values => [...values, ''])
        }}
      >
        Add option
      </Button>
    </Group>
  )
}

/** What is sold: each combination of values with its own price. */
export function ProductVariants({ form }: { form: ProductFormOf }) {
  const { options, variants } = form.values
  return (
    <Group legend="Variants" hint="Each can be bought by itself, and has its own price.">
      {variants.map((variant, at) => (
        <fieldset key={variant.id ?? `new ${at}`} className={classes.variant} data-path={`variants.${at}`}>
          <legend>Variant {at + 1}</legend>
          {options.length > 0 ? (
            <Row>
              {options.map((name, place) => (
                <TextField
                  // biome-ignore lint/suspicious/noArrayIndexKey: options have no identity but their place
                  key={place}
                  of={form.nested(`variants.${at}.values.${place}`)}
                  label={name || `Option ${place + 1}`}
                  maxLength={60}
                />
              ))}
            </Row>
          ) : null}
          <Row>
            <MoneyField of={form.nested(`variants.${at}.pricePence`)} label="Price" />
            <TextField of={form.nested(`variants.${at}.sku`)} label="SKU" maxLength={60} optional />
            <TextField of={form.nested(`variants.${at}.weightKg`)} label="Weight, kg" inputMode="decimal" optional />
          </Row>
          {variants.length > 1 ? (
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => form.inner.removeListItem('variants', at)}
            >
              Remove variant {at + 1}
            </Button>
          ) : null}
        </fieldset>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => form.inner.insertListItem('variants', newVariant(options.length))}
      >
        Add variant
      </Button>
    </Group>
  )
}
