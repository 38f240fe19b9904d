import { css } from 'linaria'
import { useId } from 'react'
import { Picture } from '#src/components/picture.tsx'
import { useInspectorProps } from '#src/content/inspector-props.ts'
import type { ServicePanelContent } from '#src/content/services.ts'
import { print, upToWidth } from '#src/theme/media-queries.ts'
import { color, duration, easing, gutter, inkAlpha, panelHeight, space } from '#src/theme/tokens.ts'
import { ServicePanelText, wideHover } from './service-panel-text.tsx'

/**
 * A large picture with text that appears on hover and focus, and is always visible on narrow screens (requirements §2).
 */
export function ServicePanel({ panel }: { readonly panel: ServicePanelContent }) {
  const getInspectorProps = useInspectorProps<'servicePanel'>()
  const id = useId()
  const ids = { title: `${id}title`, text: `${id}text` }
  return (
    // a panel without a link is focusable, so that keyboard users can show its text
    <article
      className={root}
      tabIndex={panel.link ? undefined : 0}
      aria-labelledby={ids.title}
      aria-describedby={ids.text}
      {...getInspectorProps(panel.id, 'image')}
    >
      <Picture picture={panel.picture} sizes={sizes} className={picture} />
      <ServicePanelText panel={panel} ids={ids} />
    </article>
  )
}

/** Pictures are 3:2 and cover panels 660, 520 and 420 px high, at half the screen width if two are in a row. */
const sizes = '(width <= 991px) max(100vw, 630px), (width <= 1100px) 780px, max(51vw, 990px)'

/**
 * `--reveal` goes from 0 to 1 while a panel is hovered or contains the focus. It is the only property with a transition, so
 * that texts are not animated when the layout changes, for example from touch to mouse.
 */
const root = css`
  :global() {
    @property --reveal {
      syntax: '<number>';
      inherits: true;
      initial-value: 0;
    }
  }

  --inset: 36px;
  transition: --reveal ${duration.hover * 2}ms ${easing};
  position: relative;
  isolation: isolate;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: end;
  overflow: clip;
  min-block-size: ${panelHeight.wide}px;
  padding: ${space.xxl}px var(--inset) 36px;
  background: ${color.ink};
  color: ${color.bone};

  &::before,
  &::after {
    content: '';
    position: absolute;
    z-index: 1;
    inset: 0;
    pointer-events: none;
  }

  &::before {
    background: linear-gradient(to top, ${inkAlpha(90)}, ${inkAlpha(40)} 30%, ${inkAlpha(0)} 55%);
  }

  &:is(:hover, :focus-within) {
    --reveal: 1;
  }

  &:focus-visible {
    outline: none; /* the list item shows the focus ring */
    box-shadow: none;
  }

  ${upToWidth('wide')} {
    min-block-size: ${panelHeight.medium}px;
  }

  ${upToWidth('tablet')} {
    --inset: ${gutter};
    min-block-size: ${panelHeight.stacked}px;
    padding-block-end: ${space.md}px;
  }

  ${wideHover} {
    padding-block-start: 240px; /* space for the header, which is out of the flow */

    &::after {
      background: linear-gradient(to top, ${inkAlpha(66)}, ${inkAlpha(54)} 50%, ${inkAlpha(30)});
      opacity: var(--reveal);
    }
  }

  ${print} {
    min-block-size: 300px;
  }
`

const picture = css`
  position: absolute;
  inset: 0;
  inline-size: 100%;
  block-size: 100%;
  object-fit: cover;
`
