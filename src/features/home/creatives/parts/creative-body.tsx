import { CreativeDrawing, type ShownCreative } from './creative-drawing.tsx'
import classes from './creatives.module.css'

/** A creative as others see them: on their page, and beside the form in which it is written. */
export const CreativeBody = (props: { creative: ShownCreative; heading?: 'h2' }) => (
  // The class keeps the build from taking the plain-named styles for unused ones.
  <div className={classes.shown}>
    <CreativeDrawing {...props} />
  </div>
)
