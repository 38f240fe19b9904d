import { css } from 'linaria'
import { Children, type ReactNode } from 'react'
import { reducedMotion, shortViewport, upToWidth } from '#src/theme/media-queries.ts'
import { color, duration, easing } from '#src/theme/tokens.ts'
import { fluidRem, headingStyle, labelStyle, rem } from '#src/theme/typography.ts'
import type { InspectorProps } from './inspector-props.ts'

interface HeroTextProps {
  readonly header: string
  readonly title: readonly string[]
  readonly inspectorProps?: { readonly header: InspectorProps; readonly title: InspectorProps } | undefined
  readonly children: ReactNode
}

/** Header and title over a hero. They slide in after 500 ms (requirements §4), by CSS only. */
export function HeroText({ header, title, inspectorProps, children }: HeroTextProps) {
  return (
    <div className={root} data-long={title.join().length > LONG_TITLE_LENGTH || undefined}>
      <p className={eyebrow} {...inspectorProps?.header}>
        <span>{header}</span>
      </p>
      <h1 className={heading} {...inspectorProps?.title}>
        {Children.map(title, (line) => (
          <span className={titleLine}>{`${line} `}</span>
        ))}
      </h1>
      {children}
    </div>
  )
}

/** Characters. A longer title gets a smaller font, and the hero a darker background. */
const LONG_TITLE_LENGTH = 120

const root = css`
  min-inline-size: 0;
  animation: slide-in ${duration.heroSlide}ms ${easing} ${duration.heroDelay}ms both;

  @keyframes slide-in {
    from {
      transform: translateX(-100vw);
    }
  }

  ${reducedMotion} {
    animation: none;
  }
`

const eyebrow = css`
  ${labelStyle}
  display: flex;
  align-items: center;
  gap: 14px;
  text-wrap: balance;

  &::before {
    content: '';
    flex: none;
    inline-size: 40px;
    border-block-start: 3px solid ${color.amber};
  }

  ${upToWidth('phone')} {
    font-size: ${rem(14)};
  }
`

const heading = css`
  ${headingStyle}
  margin-block-start: clamp(8px, 1.4vw, 20px);
  font-size: ${fluidRem(40, '6.2vw', 88)};
  line-height: 0.98;

  [data-frame='screen'] & {
    font-size: ${fluidRem(44, '7.6vw', 124)};
    line-height: 0.92;

    ${shortViewport} {
      font-size: ${fluidRem(40, '13svh', 52)};
    }
  }

  ${upToWidth('small')} {
    font-size: ${rem(32)};
  }

  [data-frame] [data-long] > & {
    font-size: ${fluidRem(24, '2.6vw', 36)};
    line-height: 1.1;
  }
`

const titleLine = css`
  display: block;
`
