import type { FilePurpose } from '#platform/files.ts'

/** Every kind of upload, one line per feature. */
export const filePurposes: FilePurpose[] = []
