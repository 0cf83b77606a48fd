import { documentPurposes } from '#features/committee/model.ts'
import { siteImageFiles } from '#features/content/model.ts'
import type { FilePurpose } from '#platform/files.ts'

/** Every kind of upload, one line per feature. */
export const filePurposes: FilePurpose[] = [...documentPurposes, siteImageFiles]
