import { PageLoadError } from '#src/layout/page-load-error.tsx'
import { useSiteSettings } from './-use-site-settings.ts'

/** Error component of the routes, shown inside the site layout. */
export const PageError = () => <PageLoadError texts={useSiteSettings().interfaceTexts} />
