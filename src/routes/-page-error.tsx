import { PageLoadError } from '#src/layout/page-load-error.tsx'
import { useSiteSettings } from './-use-site-settings.ts'

/** What the router shows in the frame where a page cannot be shown. */
export const PageError = () => <PageLoadError texts={useSiteSettings().interfaceTexts} />
