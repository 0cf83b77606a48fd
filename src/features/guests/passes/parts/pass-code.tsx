import { Qr } from '#ui/qr.tsx'
import classes from './pass-code.module.css'

/** The code of a pass, and the letters to read out where it cannot be scanned. */
export function PassCode({ code, passCode }: { code: string; passCode: string }) {
  return (
    <div className={classes.card}>
      <Qr
        value={code}
        size={320}
        label="The code of the guest pass"
        letters={`${passCode.slice(0, 4)} ${passCode.slice(4)}`}
        download={`guest-pass-${passCode}`}
      />
      <p className={classes.hint}>Show it at the door. If it cannot be scanned, read out the letters below it.</p>
    </div>
  )
}
