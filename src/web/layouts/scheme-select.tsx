import { NativeSelect } from '@mantine/core'
import { schemes, useScheme } from '#web/look/scheme.ts'

/** The choice between the three schemes where people work: the door is often dark. */
export function SchemeSelect({ isTouched = false }: { isTouched?: boolean }) {
  const [scheme, choose] = useScheme()
  return (
    <NativeSelect
      aria-label="Theme"
      // As wide as its longest word beside its arrow.
      w={isTouched ? '8.75rem' : '6.5rem'}
      size={isTouched ? 'lg' : 'xs'}
      value={scheme}
      data={[...schemes]}
      onChange={({ currentTarget: { value } }) => choose(value as typeof scheme)}
    />
  )
}
