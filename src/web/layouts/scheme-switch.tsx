import { schemes, useScheme } from '#web/look/scheme.ts'
import classes from './scheme-switch.module.css'

/** The choice between the three schemes, as one row. */
export function SchemeSwitch() {
  const [scheme, choose] = useScheme()
  return (
    <fieldset className={classes.switch}>
      <legend>Theme</legend>
      {schemes.map(({ value, label }) => (
        <label key={value}>
          <input
            type="radio"
            name="colour-scheme"
            value={value}
            checked={scheme === value}
            onChange={() => choose(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
