import { css } from 'linaria'
import type { ReactNode } from 'react'
import type { SiteSettings } from '#src/content/site.ts'
import { print } from '#src/theme/media-queries.ts'
import { Footer } from './footer.tsx'
import { LoadingProvider, useLoadingFlag } from './loading.tsx'
import { LoadingOverlay } from './loading-overlay.tsx'
import { NavigationBar } from './navigation-bar.tsx'
import { PageAnnouncer } from './page-announcer.tsx'
import { SkipLink } from './skip-link.tsx'
import { SnackBar } from './snack-bar.tsx'
import { SnackBarProvider } from './snack-bar-provider.tsx'

interface SiteLayoutProps {
  readonly site: SiteSettings
  /** The router is on its way to a page. */
  readonly isLoading: boolean
  readonly children: ReactNode
}

/** What every page wears (requirements §2). */
export const SiteLayout = (props: SiteLayoutProps) => (
  <LoadingProvider>
    <SnackBarProvider>
      <Frame {...props} />
    </SnackBarProvider>
  </LoadingProvider>
)

function Frame({ site, isLoading, children }: SiteLayoutProps) {
  useLoadingFlag(isLoading)
  return (
    <div className={frame}>
      <SkipLink to={CONTENT} text={site.interfaceTexts.skipToContent} />
      <NavigationBar site={site} />
      <main id={CONTENT} className={content} tabIndex={-1}>
        {children}
      </main>
      <SnackBar />
      <Footer site={site} />
      <PageAnnouncer />
      <LoadingOverlay text={site.interfaceTexts.loading} />
    </div>
  )
}

const CONTENT = 'content'

const frame = css`
  display: flex;
  flex-direction: column;
  min-block-size: 100svh;

  ${print} {
    display: block;
    min-block-size: 0;
  }
`

const content = css`
  flex: 1;
`
