import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { Page } from '#ui/plain/page.tsx'
import { Directory } from '../parts/creative-directory.tsx'

/** /creatives: the Creative Directory at an address of its own, for menus and for whoever passes it on. */
export const Creatives = () => <Directory In={DirectoryPage} level="h2" />

const DirectoryPage = (props: ComponentProps<typeof Page>) => <Page {...props} kicker={<Link to="/home">Home</Link>} />
