import { css } from 'linaria'
import { useState } from 'react'
import { solidButtonStyle } from '#src/components/button-style.ts'
import { Container } from '#src/components/container.tsx'
import { Section } from '#src/components/section.tsx'
import { OtherBuildError } from '#src/content/content-query.ts'
import type { InterfaceTexts } from '#src/content/site.ts'
import { space } from '#src/theme/tokens.ts'
import { sectionTitleStyle } from '#src/theme/typography.ts'

interface PageLoadErrorProps {
  readonly error: unknown
  readonly texts: InterfaceTexts
}

/** Shown instead of a page that cannot be loaded or rendered. */
export function PageLoadError({ error, texts }: PageLoadErrorProps) {
  const [isOffline, setOffline] = useState(false)

  // Without a connection the browser would show its own error page.
  const reload = () => {
    if (navigator.onLine) return location.reload()
    setOffline(true)
    addEventListener('online', () => location.reload(), { once: true })
  }
  return (
    <Section>
      <Container>
        <h1 className={heading}>{isOutdated(error) ? texts.pageUpdated : PAGE_FAILED_TEXT}</h1>
        <button className={button} type="button" onClick={reload}>
          {texts.reload}
        </button>
        <p role="alert">{isOffline ? texts.offline : ''}</p>
      </Container>
    </Section>
  )
}

/** The exact text of requirements §8. */
const PAGE_FAILED_TEXT = 'This page could not be shown. Please reload it.'

/**
 * Whether a deploy has replaced the build that the visitor has: its scripts and style sheets can be missing. The texts are
 * those of Chromium, Firefox, WebKit and Vite.
 */
const isOutdated = (error: unknown) =>
  error instanceof OtherBuildError ||
  (error instanceof Error &&
    /dynamically imported module|Importing a module script failed|Unable to preload CSS/.test(error.message))

const heading = css`
  ${sectionTitleStyle}
  max-inline-size: 18em;
`

const button = css`
  ${solidButtonStyle}
  margin-block-start: ${space.md}px;
  padding-block: ${space.sm}px;
`
