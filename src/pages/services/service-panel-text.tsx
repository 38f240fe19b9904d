import { Link } from '@tanstack/react-router'
import { css } from 'linaria'
import { Icon } from '#src/components/icon.tsx'
import { useInspectorProps } from '#src/content/inspector-props.ts'
import type { ServicePanelContent } from '#src/content/services.ts'
import { breakpoint, color, inkAlpha, size, space } from '#src/theme/tokens.ts'
import { fluidRem, headingStyle, labelStyle, rem } from '#src/theme/typography.ts'

/** Wide screens with a pointer that can hover: there the text appears on hover. With touch it is always visible. */
export const wideHover = `@media screen and (width > ${breakpoint.tablet}px) and (hover: hover)`

interface ServicePanelTextProps {
  readonly panel: ServicePanelContent
  readonly ids: { readonly title: string; readonly text: string }
}

/** Text over a panel's picture: header and title, with the text and the link below (requirements §2). */
export function ServicePanelText({ panel: { id, header, title, text, link }, ids }: ServicePanelTextProps) {
  const getInspectorProps = useInspectorProps<'servicePanel'>()
  return (
    <div className={root}>
      <div className={headerPosition}>
        <div className={headerBox}>
          <p className={eyebrow} {...getInspectorProps(id, 'header')}>
            <span>{header}</span>
          </p>
          <h2 id={ids.title} className={heading} {...getInspectorProps(id, 'title')}>
            {title}
          </h2>
        </div>
      </div>
      <div className={details}>
        <p id={ids.text} {...getInspectorProps(id, 'text')}>
          {text}
        </p>
        {link && (
          <Link to={link.route} className={panelLink}>
            <span className={linkText} {...getInspectorProps(id, 'linkLabel')}>
              <span>{link.label}</span>
              {'\u00a0'}
              <Icon name="onward" />
            </span>
          </Link>
        )}
      </div>
    </div>
  )
}

const root = css`
  z-index: 2;
  display: grid;

  ${wideHover} {
    position: relative;
  }
`

/**
 * While the text is hidden, this box has the height of the text and is moved down by it, with the header on top of it.
 * The header is at the panel's edge, and moves up by exactly the text's height with a transform, without layout.
 */
const headerPosition = css`
  ${wideHover} {
    position: absolute;
    inset: 0;
    transform: translateY(calc(100% - 100% * var(--reveal)));
  }
`

/** Elements that move up with the header. */
const slideUp = `
  ${wideHover} {
    transform: translateY(calc(${size.revealOffset}px - ${size.revealOffset}px * var(--reveal)));
  }
`

const headerBox = css`
  position: relative;
  isolation: isolate;

  /* Gradient behind the text: keeps a contrast of 4.5:1 on any picture (WCAG 2.2, 1.4.3). */
  &::before {
    content: '';
    position: absolute;
    z-index: -1;
    inset: -88px calc(-1 * var(--inset)) -100vh;
    background: linear-gradient(to bottom, ${inkAlpha(0)}, ${inkAlpha(72)} 96px);
    mask-image: linear-gradient(to right, black 480px, transparent 900px);
  }

  ${wideHover} {
    position: absolute;
    inset: auto 0 100%;

    &::before {
      background: linear-gradient(to bottom, ${inkAlpha(0)}, ${inkAlpha(52)} 96px);
    }
  }
`

const eyebrow = css`
  ${labelStyle}
  display: flex;
  align-items: center;
  gap: 12px;
  font-size: ${rem(15)};

  &::before {
    content: '';
    flex: none;
    inline-size: 24px;
    border-block-start: 3px solid ${color.amber};
  }
`

const heading = css`
  ${headingStyle}
  max-inline-size: 14em;
  margin-block-start: ${space.sm}px;
  font-size: ${fluidRem(30, '2.9vw', 42)};
  line-height: 1;
`

const details = css`
  z-index: 1;
  max-inline-size: 42ch;

  > p {
    padding-block-start: ${space.sm}px;
    font-size: ${rem(16)};
    text-wrap: pretty;
    ${slideUp}
  }

  ${wideHover} {
    opacity: var(--reveal);
  }
`

/** The link covers the whole panel, and the panel shows its focus ring. */
const panelLink = css`
  ${labelStyle}
  display: inline-block;
  margin-block-start: ${space.sm}px;
  padding-block: ${space.xs / 2}px;
  color: ${color.amber};
  text-underline-offset: 6px;

  article:hover & {
    text-decoration: underline;
  }

  &:focus-visible {
    outline: none;
    box-shadow: none;
  }

  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }

  ${wideHover} {
    &::after {
      inset: -2000px calc(-1 * var(--inset)) -36px;
    }
  }
`

const linkText = css`
  display: inline-block;
  ${slideUp}
`
