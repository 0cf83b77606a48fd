import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

type OwnProps<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>

/** A button that leads to a page: typed `to` and `search` as on the router's own Link. */
export const ButtonLink = createLink((props: OwnProps<ButtonProps>) => <Button component="a" {...props} />)

/** A link in running text or a menu, drawn by the component library. On `ui/plain` and the first page use Link. */
export const AnchorLink = createLink((props: OwnProps<AnchorProps>) => <Anchor {...props} />)
