import { useQuery } from '@tanstack/react-query'
import { SelectField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { Query } from '#ui/plain/query.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { messages, mostRead, ruleInput } from '../inputs.ts'
import { noRequirement } from '../rules.ts'
import { AccessFields } from './access-fields.tsx'
import { useSaidSaved } from './put-back.ts'

type Choices = Awaited<ReturnType<typeof rpc.products.choices>>['products']

/** A rule for a product that has none yet. */
export function NewRule({ onDone }: { onDone: () => void }) {
  const query = useQuery(api.products.choices.queryOptions())
  return (
    <Query of={query} failed={messages.loadFailed}>
      {({ products, more }) => (
        <RuleForm products={products.filter(({ hasRule }) => !hasRule)} more={more} onDone={onDone} />
      )}
    </Query>
  )
}

function RuleForm({ products, more, onDone }: { products: Choices; more: boolean; onDone: () => void }) {
  const sayByToast = useSaidSaved()
  const form = useSchemaForm({
    schema: ruleInput,
    initial: { shopifyProductId: '', ...noRequirement },
    // Whoever made a rule of the same product meanwhile is not written over.
    submit: (rule, { idempotencyKey }) =>
      rpc.products.saveAccess({ ...rule, was: noRequirement }, { context: { idempotencyKey } }),
    onDone: saved => {
      sayByToast(saved)
      onDone()
    },
    onFailed: () => toast.error(messages.accessFailed),
  })
  const beyond = more ? `These are the newest ${mostRead} products. The storefront has more.` : null
  if (products.length === 0)
    return (
      <p>
        {beyond ? `${beyond} Each of these has a rule.` : 'Every product of the store has a rule.'} Change one in the
        list.
      </p>
    )
  return (
    <Form
      of={form}
      label="Add a rule"
      failed={messages.accessFailed}
      actions={
        <Submit of={form} busy="Saving…">
          Save rule
        </Submit>
      }
    >
      <SelectField
        of={form.field('shopifyProductId')}
        label="Product"
        placeholder="Choose a product"
        {...(beyond && { hint: beyond })}
        options={products.map(({ shopifyProductId, title }) => ({ value: shopifyProductId, label: title }))}
      />
      <AccessFields points={form.field('requiredPoints')} isExclusive={form.field('isExclusive')} />
    </Form>
  )
}
