import { toast } from '#ui/toast.ts'

/** Fetches a file and hands it to the person; says so in these words when it does not come (EVT-23). */
export async function saveFile(path: string, name: string, failed: string): Promise<void> {
  try {
    const answer = await fetch(path)
    if (!answer.ok) throw new Error(String(answer.status))
    const href = URL.createObjectURL(await answer.blob())
    Object.assign(document.createElement('a'), { href, download: name }).click()
    URL.revokeObjectURL(href)
  } catch {
    toast.error(failed)
  }
}
