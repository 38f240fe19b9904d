import { Link } from '@tanstack/react-router'
import { css } from 'linaria'
import { Icon } from '#src/components/icon.tsx'
import { getInspectorProps } from '#src/content/preview-mode.ts'
import type { ServicePanelContent } from '#src/content/services.ts'
import { breakpoint, color, duration, easing, inkAlpha, size, space } from '#src/theme/tokens.ts'
import { headingStyle, labelStyle } from '#src/theme/typography.ts'

/** Wide, and with a pointer that can rest on a panel: only there its text waits for that. A finger finds it shown. */
export const wideHover = `@media screen and (width > ${breakpoint.tablet}px) and (hover: hover)`

interface ServicePanelTextProps {
  readonly panel: ServicePanelContent
  readonly ids: { readonly title: string; readonly text: string }
}

/** The words over a panel's picture: a head, and the text and the link that rise under it (requirements §2). */
export function ServicePanelText({ panel: { id, header, title, text, link }, ids }: ServicePanelTextProps) {
  return (
    <div className={words}>
      <div className={lift}>
        <div className={head}>
          <p className={kind} {...getInspectorProps(id, 'header')}>
            <span>{header}</span>
          </p>
          <h2 id={ids.title} className={heading} {...getInspectorProps(id, 'title')}>
            {title}
          </h2>
        </div>
      </div>
      <div className={info}>
        <p id={ids.text} {...getInspectorProps(id, 'text')}>
          {text}
        </p>
        {link && (
          <Link to={link.route} className={more}>
            <span className={label} {...getInspectorProps(id, 'linkLabel')}>
              {link.label}
              {'\u00a0'}
              <Icon name="onward" />
            </span>
          </Link>
        )}
      </div>
    </div>
  )
}

const words = css`
  z-index: 2;
  display: grid;

  ${wideHover} {
    position: relative;
  }
`

/** On a panel that somebody points at, or has the focus in. */
const awake = 'article:is(:hover, :focus-within)'

/**
 * Where the text waits in its place, unseen, this box is as high as the text and lies that much lower, with the head on
 * its back: so the head rests at the panel's edge, rises by just the text's height, and no layout is made anew.
 */
const lift = css`
  ${wideHover} {
    position: absolute;
    inset: 0;
    transform: translateY(100%);
    transition: transform ${duration.hover * 2}ms ${easing};

    ${awake} & {
      transform: none;
    }
  }
`

/** What slides up with it. */
const rising = `
  ${wideHover} {
    transform: translateY(${size.revealOffset}px);
    transition: transform ${duration.hover * 2}ms ${easing};

    ${awake} & {
      transform: none;
    }
  }
`

const head = css`
  position: relative;
  isolation: isolate;

  /* As high as the words, so that they keep 4.5:1 on any picture (brand.md). */
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

const kind = css`
  ${labelStyle}
  display: flex;
  align-items: center;
  gap: 12px;
  font-size: 15px;

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
  font-size: clamp(30px, 2.9vw, 42px);
  line-height: 1;
`

const info = css`
  z-index: 1;
  max-inline-size: 42ch;

  > p {
    padding-block-start: ${space.sm}px;
    font-size: 16px;
    text-wrap: pretty;
    ${rising}
  }

  ${wideHover} {
    opacity: 0;
    transition: opacity ${duration.hover * 2}ms;

    ${awake} & {
      opacity: 1;
    }
  }
`

/** The whole panel is the link’s target, and wears its ring. */
const more = css`
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

const label = css`
  display: inline-block;
  ${rising}
`
