import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import classes from './scheme-switch.module.css'

const schemes: { value: MantineColorScheme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
]

/** Light, dark or as the system has it; light until somebody chooses. The choice is kept on this device. */
export function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <fieldset className={classes.switch}>
      <legend>Theme</legend>
      {schemes.map(({ value, label }) => (
        <label key={value}>
          <input
            type="radio"
            name="colour-scheme"
            value={value}
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
