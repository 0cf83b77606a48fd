import classes from './key-hints.module.css'

/** Keys and what they do, where there most likely is a keyboard. */
export const KeyHints = ({ keys }: { keys: readonly (readonly [key: string, does: string])[] }) => (
  <p className={classes.keys}>
    {keys.map(([key, does]) => (
      <span key={key}>
        <kbd>{key}</kbd> {does}
      </span>
    ))}
  </p>
)
