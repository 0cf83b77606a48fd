import { Button, Menu } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { messages } from '../inputs.ts'
import { calendarLink } from '../rules.ts'
import type { Event } from '../screens/event.tsx'
import classes from './event.module.css'
import { saveFile } from './save-file.ts'

/** A link to a calendar on the web, or a file for any other (EVT-22). */
export function AddToCalendar({ event }: { event: Event }) {
  return (
    <p className={classes.calendar}>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="default" leftSection={<IconCalendarPlus size={18} aria-hidden />}>
            Add to Calendar
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component="a" href={calendarLink(event, window.location.href)} target="_blank" rel="noopener">
            Google Calendar
          </Menu.Item>
          <Menu.Item
            onClick={() =>
              void saveFile(
                `/api/events/calendarFile?id=${event.id}`,
                `event-${event.eventDate}.ics`,
                messages.fileFailed,
              )
            }
          >
            Download .ics file
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </p>
  )
}
