import { css } from 'linaria'
import { Children, type ReactNode } from 'react'
import { reducedMotion, shortViewport, upToWidth } from '#src/theme/media-queries.ts'
import { color, duration, easing } from '#src/theme/tokens.ts'
import { headingStyle, labelStyle } from '#src/theme/typography.ts'
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
          <span className={titleLine}>{line} </span>
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
    font-size: 14px;
  }
`

const heading = css`
  ${headingStyle}
  margin-block-start: clamp(8px, 1.4vw, 20px);
  font-size: clamp(40px, 6.2vw, 88px);
  line-height: 0.98;

  [data-frame='screen'] & {
    font-size: clamp(44px, 7.6vw, 124px);
    line-height: 0.92;

    ${shortViewport} {
      font-size: clamp(40px, 13svh, 52px);
    }
  }

  ${upToWidth('small')} {
    font-size: 32px;
  }

  [data-frame] [data-long] > & {
    font-size: clamp(24px, 2.6vw, 36px);
    line-height: 1.1;
  }
`

const titleLine = css`
  display: block;
`
