import { useRouter } from '@tanstack/react-router'
import { css } from 'linaria'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { visuallyHidden } from '#src/components/visually-hidden.ts'
import type { InterfaceTexts, SiteSettings } from '#src/content/site.ts'
import { print } from '#src/theme/media-queries.ts'
import { color, space, zIndex } from '#src/theme/tokens.ts'
import { labelStyle } from '#src/theme/typography.ts'
import { Footer } from './footer.tsx'
import { LoadingOverlay } from './loading-overlay.tsx'
import { NavigationBar } from './navigation-bar.tsx'
import { SnackBar } from './snack-bar.tsx'
import { SnackBarProvider, useSnackBar } from './snack-bar-provider.tsx'

interface SiteLayoutProps {
  readonly site: SiteSettings
  /** Whether the router is loading a page. */
  readonly isLoading: boolean
  /** The navigation that waits for the connection; another object for each one. */
  readonly waitingNavigation: object | undefined
  readonly children: ReactNode
}

/** The layout of every page: navigation bar, content, footer, snack bar and loading overlay (requirements §2). */
export const SiteLayout = (props: SiteLayoutProps) => (
  <SnackBarProvider>
    <Layout {...props} />
  </SnackBarProvider>
)

function Layout({ site, isLoading, waitingNavigation, children }: SiteLayoutProps) {
  useOfflineMessage(waitingNavigation, site.interfaceTexts)
  return (
    <div className={root}>
      <SkipLink to={CONTENT_ID} text={site.interfaceTexts.skipToContent} />
      <NavigationBar site={site} />
      <main id={CONTENT_ID} className={content} tabIndex={-1}>
        {children}
      </main>
      <SnackBar />
      <Suspense>
        <Footer site={site} />
      </Suspense>
      <PageAnnouncer />
      <LoadingOverlay isLoading={isLoading} text={site.interfaceTexts.loading} />
    </div>
  )
}

const CONTENT_ID = 'content'

const root = css`
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

/** Shows a message until the connection is back; again for each navigation that waits. */
function useOfflineMessage(waitingNavigation: object | undefined, { offline, close }: InterfaceTexts) {
  const { show, dismiss } = useSnackBar()

  useEffect(() => {
    if (waitingNavigation === undefined) return
    const message = show({ kind: 'error', message: offline, closeLabel: close, isPersistent: true })
    return () => dismiss(message)
  }, [waitingNavigation, offline, close, show, dismiss])
}

/** Announces the page title to screen readers after each client-side navigation (requirements §2). */
function PageAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')

  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) setTitle(document.title)
      }),
    [router],
  )

  return (
    <p className={visuallyHidden} aria-live="polite">
      {title}
    </p>
  )
}

/** The first focusable element: skips the navigation. */
const SkipLink = ({ to, text }: { readonly to: string; readonly text: string }) => (
  <a className={skipLink} href={`#${to}`}>
    {text}
  </a>
)

const skipLink = css`
  ${labelStyle}
  position: fixed;
  z-index: ${zIndex.skipLink};
  inset-block-start: ${space.xs}px;
  inset-inline-start: ${space.xs}px;
  max-inline-size: calc(100vw - ${2 * space.xs}px);
  padding: ${space.sm}px ${space.md}px;
  background: ${color.amber};
  color: ${color.ink};

  &:not(:focus) {
    transform: translateY(-200%);
  }
`
