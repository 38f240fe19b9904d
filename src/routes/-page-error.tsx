import { PageFailed } from '#src/layout/page-failed.tsx'
import { useSite } from './-site.ts'

/** What the router shows in the frame where a page cannot be shown. */
export const PageError = () => <PageFailed texts={useSite().interfaceTexts} />
