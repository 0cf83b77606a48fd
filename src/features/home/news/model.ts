import { sql } from 'drizzle-orm'
import { type Sections, sectionOf } from '#features/home/pages/model.ts'
import { contentVersions } from '#features/home/sections/table.ts'
import type { ImageUse } from '#features/house/images/model.ts'
import { homepageContent } from '#features/house/page-texts/table.ts'
import { newsContent } from './inputs.ts'
import { newestFirst } from './rules.ts'

/** The news of the house, the newest first. */
export const newsOf = (sections: Sections) => newestFirst(sectionOf(sections, 'whats_new', newsContent) ?? [])

/** Where the news show pictures of the house; what is worked on counts. */
export const newsUse: ImageUse = {
  rows: sql`select i ->> 'imageUrl' as address, 'News “' || (i ->> 'title') || '”' as words
    from ${homepageContent} h, jsonb_path_query(h.content, '$[*]') i where h.section_key = 'whats_new'
    union select i ->> 'imageUrl', 'News “' || (i ->> 'title') || '”, ' || d.state
    from ${contentVersions} d, jsonb_path_query(d.content, '$[*]') i
    where d.section_key = 'whats_new' and d.state in ('draft', 'scheduled')`,
}
