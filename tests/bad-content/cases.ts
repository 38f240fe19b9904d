import type { BadContent } from './bad-content.ts'
import { CONTACT_CASES } from './contact-cases.ts'
import { FIELD_CASES } from './field-cases.ts'
import { LINK_CASES } from './link-cases.ts'
import { LIST_CASES } from './list-cases.ts'
import { PICTURE_CASES } from './picture-cases.ts'
import { TEXT_CASES } from './text-cases.ts'

/** All cases of invalid or unusual content in the CMS. */
export const CASES: readonly BadContent[] = [
  ...FIELD_CASES,
  ...CONTACT_CASES,
  ...PICTURE_CASES,
  ...LINK_CASES,
  ...LIST_CASES,
  ...TEXT_CASES,
]
