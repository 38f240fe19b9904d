import { PageLoadError } from '#src/layout/page-failed.tsx'
import { useSiteSettings } from './-site.ts'

/** What the router shows in the frame where a page cannot be shown. */
export const PageError = () => <PageLoadError texts={useSiteSettings().interfaceTexts} />
