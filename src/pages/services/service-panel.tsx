import { Link } from '@tanstack/react-router'
import { css } from 'linaria'
import { pictureFiles } from '#src/content/images.ts'
import type { ServicePanel as ServicePanelContent } from '#src/content/services.ts'
import { above, print, upTo } from '#src/theme/media.ts'
import { color, duration, easing, space, veil } from '#src/theme/tokens.ts'
import { headerType, labelType } from '#src/theme/type.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Picture } from '#src/ui/picture.tsx'

/** A large picture whose text rises on hover and focus, and stands there always on narrow screens (spec §2). */
export function ServicePanel({ panel }: { readonly panel: ServicePanelContent }) {
  const { header, title, text, photo, link } = panel
  return (
    // without a link inside, the panel itself takes the focus: so a keyboard too brings up its text
    <article className={frame} tabIndex={link ? undefined : 0}>
      <Picture files={pictureFiles(photo)} sizes={sizes} className={picture} />
      <div className={words}>
        <p className={kind}>{header}</p>
        <h2 className={heading}>{title}</h2>
        <div className={reveal}>
          <div className={info}>
            <p>{text}</p>
            {link && (
              <Link to={link.route} className={more}>
                {link.label} <Icon name="onward" />
              </Link>
            )}
          </div>
        </div>
      </div>
    </article>
  )
}

/** Pictures are 3:2 and cover frames of 660, 520 and 420 px. */
const sizes = '(width <= 991px) max(100vw, 630px), (width <= 1100px) 780px, max(34vw, 990px)'

const frame = css`
  position: relative;
  isolation: isolate;
  display: grid;
  align-items: end;
  overflow: clip;
  min-block-size: 660px;
  color: ${color.bone};

  &::before,
  &::after {
    content: '';
    position: absolute;
    z-index: 1;
    inset: 0;
    background: linear-gradient(to top, ${veil(90)}, ${veil(40)} 30%, ${veil(0)} 55%);
  }

  &::after {
    background: linear-gradient(to top, ${veil(80)}, ${veil(66)} 50%, ${veil(36)});
    opacity: 0;
    transition: opacity ${duration.hover * 2}ms;
  }

  &:hover::after,
  &:focus-within::after {
    opacity: 1;
  }

  /* The ring stands inside: the neighbours leave it no room. */
  &:focus-visible {
    outline: none;
    box-shadow: none;
  }

  &:focus-visible::after {
    box-shadow: inset 0 0 0 3px ${color.amber};
  }

  ${upTo('wide')} {
    min-block-size: 520px;
  }

  ${upTo('tablet')} {
    min-block-size: 420px;

    &::after {
      background: linear-gradient(to top, ${veil(80)}, ${veil(62)} 72%, ${veil(16)});
      opacity: 1;
    }
  }

  ${print} {
    min-block-size: 300px;

    &::after {
      opacity: 1;
    }
  }
`

const picture = css`
  position: absolute;
  inset: 0;
  inline-size: 100%;
  block-size: 100%;
  object-fit: cover;
`

const words = css`
  position: relative;
  z-index: 2;
  padding: 36px;

  ${upTo('tablet')} {
    padding: ${space.md}px clamp(20px, 3.2vw, 48px);
  }
`

const kind = css`
  ${labelType}
  display: flex;
  align-items: center;
  gap: 12px;
  font-size: 15px;

  &::before {
    content: '';
    inline-size: 24px;
    border-block-start: 3px solid ${color.amber};
  }
`

const heading = css`
  ${headerType}
  margin-block-start: ${space.sm}px;
  font-size: clamp(30px, 2.9vw, 42px);
  line-height: 1;
`

/** A row of no height that grows to its content’s. */
const reveal = css`
  ${above('tablet')} {
    display: grid;
    grid-template-rows: 0fr;
    opacity: 0;
    transition:
      grid-template-rows ${duration.hover * 2}ms ${easing},
      opacity ${duration.hover * 2}ms;

    article:hover &,
    article:focus-within & {
      grid-template-rows: 1fr;
      opacity: 1;
    }
  }

  ${print} {
    grid-template-rows: 1fr;
    opacity: 1;
  }
`

const info = css`
  overflow: hidden;
  max-inline-size: 42ch;

  > p {
    padding-block-start: ${space.sm}px;
    font-size: 16px;
    text-wrap: pretty;
  }
`

/** The whole panel is the link’s target. */
const more = css`
  ${labelType}
  display: inline-flex;
  align-items: center;
  gap: ${space.xs}px;
  margin-block-start: ${space.sm}px;
  padding-block: ${space.xs / 2}px;
  color: ${color.amber};

  &::after {
    content: '';
    position: absolute;
    inset: -100vh 0 0;
  }
`
