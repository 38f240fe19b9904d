import type { ErrorComponentProps } from '@tanstack/react-router'
import { PageLoadError } from '#src/layout/page-load-error.tsx'
import { useContent } from './-use-content.ts'

/** Error component of the routes, shown inside the site layout. */
export const PageError = ({ error }: ErrorComponentProps) => (
  <>
    <PageLoadError error={error} texts={useContent('site').content.interfaceTexts} />
    {import.meta.env.DEV && error instanceof Error && <pre>{error.stack}</pre>}
  </>
)
