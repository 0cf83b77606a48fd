import { documentPurposes } from './features/admissions/committee/model.ts'
import { communityImages } from './features/community/posts/model.ts'
import { eventImages } from './features/events/pictures/model.ts'
import { siteImageFiles } from './features/house/images/model.ts'
import { stallDocuments } from './features/market/papers/model.ts'
import type { FilePurpose } from './platform/files/files.ts'

/** Every kind of upload, one line per feature. */
export const filePurposes: FilePurpose[] = [
  ...documentPurposes,
  siteImageFiles,
  eventImages,
  stallDocuments,
  communityImages,
]
