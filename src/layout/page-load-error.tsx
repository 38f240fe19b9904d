import { css } from 'linaria'
import { Container } from '#src/components/container.tsx'
import { Section } from '#src/components/section.tsx'
import type { InterfaceTexts } from '#src/content/site.ts'
import { color, duration, size, space } from '#src/theme/tokens.ts'
import { labelStyle, sectionTitleStyle } from '#src/theme/typography.ts'

interface PageLoadErrorProps {
  readonly texts: InterfaceTexts
  /** Whether the reload waits for the connection. */
  readonly isOffline: boolean
  readonly onReload: () => void
}

/** Shown instead of a page if its chunk fails to load after a deployment, and one automatic reload has not helped. */
export const PageLoadError = ({ texts, isOffline, onReload }: PageLoadErrorProps) => (
  <Section>
    <Container>
      <h1 className={heading}>{texts.pageUpdated}</h1>
      <button className={button} type="button" onClick={onReload}>
        {texts.reload}
      </button>
      <p role="alert">{isOffline ? texts.offline : ''}</p>
    </Container>
  </Section>
)

const heading = css`
  ${sectionTitleStyle}
  max-inline-size: 18em;
`

const button = css`
  ${labelStyle}
  min-block-size: ${size.touchTarget}px;
  margin-block-start: ${space.md}px;
  border: 1px solid transparent; /* visible in forced colors, which remove the background */
  padding: ${space.sm}px 36px;
  background: ${color.ink};
  color: ${color.bone};
  transition: background-color ${duration.hover}ms;

  &:hover {
    background: ${color.steel};
  }
`
