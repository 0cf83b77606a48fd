import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Facts } from './facts.tsx'

test('a fact without a value is left out, its name as well; nought is a value', () => {
  const facts = [null, undefined, false, '', 0].map((value, index) => ({ label: `Fact ${index}`, value }))
  const drawn = renderToStaticMarkup(<Facts facts={[false, null, ...facts, { label: 'Plan', value: 'Light' }]} />)
  expect(drawn.match(/<dt>[^<]*/g)).toEqual(['<dt>Fact 4', '<dt>Plan'])
})
