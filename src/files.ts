import { documentPurposes } from './features/admissions/committee/model.ts'
import { communityImages, communityPictures } from './features/community/posts/model.ts'
import { eventImages } from './features/events/pictures/model.ts'
import { creativeImages, creativePictures, directoryUse } from './features/home/creatives/model.ts'
import { newsUse } from './features/home/news/model.ts'
import { sectionUse } from './features/home/sections/model.ts'
import { facilityUse, type ImageUse, imageFiles, siteImageFiles } from './features/house/images/model.ts'
import { stallDocuments } from './features/market/papers/model.ts'
import { productImages } from './features/store/product-admin/model.ts'
import type { FilePurpose } from './platform/files/files.ts'

/** Every kind of upload, one line per feature. */
export const filePurposes: FilePurpose[] = [
  ...documentPurposes,
  siteImageFiles,
  ...imageFiles,
  eventImages,
  creativeImages,
  creativePictures,
  stallDocuments,
  communityImages,
  communityPictures,
  productImages,
]

/** What shows pictures that the office put in, one line per feature: it is told before one is removed. */
export const imageUses: ImageUse[] = [facilityUse, sectionUse, newsUse, directoryUse]
