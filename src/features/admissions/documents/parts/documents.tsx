import { IconFileText } from '@tabler/icons-react'
import classes from './documents.module.css'

/**
 * Documents for reviewers: pictures in sight, PDFs to download (they are never opened inside the site). Each look is logged
 * by the server.
 */
export function Documents({ documents }: { documents: readonly { label: string; url: string; mime: string }[] }) {
  if (documents.length === 0) return null
  return (
    <section aria-label="Documents" className={classes.documents}>
      {documents.map(({ label, url, mime }) => (
        <figure key={url} className={classes.document}>
          {mime.startsWith('image/') ? (
            <a href={url} target="_blank" rel="noopener">
              <img src={url} alt={label} />
            </a>
          ) : (
            <a href={url} download className={classes.file}>
              <IconFileText size={32} aria-hidden />
              Download the PDF<span className="visually-hidden">: {label}</span>
            </a>
          )}
          <figcaption>{label}</figcaption>
        </figure>
      ))}
    </section>
  )
}
