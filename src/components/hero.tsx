import { css } from 'linaria'
import type { ReactNode } from 'react'
import { print, shortViewport, upToWidth } from '#src/theme/media-queries.ts'
import { color, heroHeight, inkAlpha, size, space } from '#src/theme/tokens.ts'
import { Container } from './container.tsx'
import { HeroText } from './hero-text.tsx'
import type { InspectorProps } from './inspector-props.ts'
import { Picture, type PictureContent } from './picture.tsx'

/** Props of `Hero`. `VideoHero` extends them. */
export interface HeroProps {
  /**
   * `screen`: fills the screen. `page`: the four heights of requirements §9. `still`: no video, and only the first
   * three.
   */
  readonly frame: 'screen' | 'page' | 'still'
  readonly header: string
  /** The lines of the page's title. */
  readonly title: readonly string[]
  readonly picture: PictureContent
  readonly inspectorProps?: Readonly<Record<'header' | 'title' | 'picture', InspectorProps>>
  /** Shown between the picture and the text. */
  readonly video?: ReactNode
  /** Shown in the lower corner. */
  readonly control?: ReactNode
  /** Shown below the title. */
  readonly children?: ReactNode
}

/** The large picture at the top of a page, with text that slides in (requirements §2, §4). */
export function Hero({ frame, header, title, picture, inspectorProps, video, control, children }: HeroProps) {
  return (
    <div className={root} data-frame={frame} {...inspectorProps?.picture}>
      <Picture picture={picture} sizes={sizes[frame]} priority className={poster} />
      {video}
      <Container className={content}>
        <HeroText header={header} title={title} inspectorProps={inspectorProps}>
          {children}
        </HeroText>
        {control}
      </Container>
    </div>
  )
}

/**
 * The picture covers its frame, so that a tall frame needs a picture wider than the viewport. On phones the file is a
 * fifth smaller than the frame, because it loads faster. The difference is not visible at two device pixels per px.
 */
const sizes = {
  screen: '(width <= 767px) max(80vw, 84vh), max(100vw, 178vh - 136px)',
  page: '(width <= 479px) 80vw, (width <= 767px) max(80vw, 427px), (width <= 991px) max(100vw, 800px), max(100vw, 1067px)',
  still: '(width <= 767px) max(80vw, 548px), (width <= 991px) max(100vw, 1080px), max(100vw, 1440px)',
}

const root = css`
  position: relative;
  isolation: isolate;
  display: grid;
  align-items: end;
  overflow: clip;
  min-block-size: ${heroHeight.wide}px;
  background: ${color.ink};
  color: ${color.bone};

  &::after {
    content: '';
    position: absolute;
    z-index: 1;
    inset: 0;
    background:
      linear-gradient(to top, ${inkAlpha(86)}, ${inkAlpha(28)} 46%, ${inkAlpha(0)} 72%),
      linear-gradient(to right, ${inkAlpha(34)}, ${inkAlpha(0)} 50%);
  }

  ${upToWidth('tablet')} {
    min-block-size: ${heroHeight.tablet}px;
  }

  ${upToWidth('phone')} {
    min-block-size: ${heroHeight.phone}px;
  }

  ${upToWidth('small')} {
    &[data-frame='page'] {
      min-block-size: ${heroHeight.small}px;
    }
  }

  &[data-frame='screen'] {
    min-block-size: calc(100svh - ${size.navigationBar}px);

    ${upToWidth('phone')} {
      min-block-size: 60vh;
    }
  }

  ${print} {
    display: block;

    &,
    &[data-frame] {
      min-block-size: 0;
    }
  }
`

const poster = css`
  position: absolute;
  inset: 0;
  inline-size: 100%;
  block-size: 100%;
  object-fit: cover;

  ${print} {
    position: static;
    block-size: 220px;
  }
`

const content = css`
  position: relative;
  z-index: 2;
  display: flex;
  align-items: flex-end;
  justify-content: space-between;
  gap: ${space.sm}px;
  padding-block: ${space.xl}px 64px;

  /* A gradient as high as the text: keeps a contrast of 4.5:1 on any picture (WCAG 2.2, 1.4.3). */
  &::before {
    content: '';
    position: absolute;
    z-index: -1;
    inset: -96px calc(50% - 50vw) 0;
    background: linear-gradient(to right, ${inkAlpha(40)} 44%, ${inkAlpha(0)} 88%);
    mask-image: linear-gradient(to top, black calc(100% - 112px), transparent);

    ${upToWidth('phone')} {
      background: linear-gradient(to right, ${inkAlpha(64)} 78%, ${inkAlpha(24)});
    }
  }

  &:has([data-long])::before {
    background: ${inkAlpha(64)};
  }

  /* The control overlaps the text's grid cell: the button below the title leaves the corner free. */
  [data-frame='screen'] > & {
    display: grid;
    grid-template-columns: minmax(0, 1fr);

    > * {
      grid-area: 1 / 1;
    }

    > :last-child:not(:first-child) {
      justify-self: end;
    }
  }

  ${upToWidth('phone')} {
    padding-block: ${space.md}px;
  }

  /* The hero is higher than the viewport: the text is sticky, and its gradient moves with it. */
  ${shortViewport} {
    position: sticky;
    inset-block-end: 0;
    padding-block: ${space.md}px;

    &::before {
      background:
        linear-gradient(to top, ${inkAlpha(76)} 16px, ${inkAlpha(0)}), linear-gradient(to right, ${inkAlpha(64)} 50%, ${inkAlpha(0)} 92%);
    }
  }

  ${print} {
    padding-block: ${space.md}px;
  }
`
