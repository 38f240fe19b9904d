import { PageLoadError } from '#src/layout/page-load-error.tsx'
import { useSiteSettings } from './-use-site-settings.ts'

/** The router's error component, inside the site's layout. */
export const PageError = () => <PageLoadError texts={useSiteSettings().interfaceTexts} />
