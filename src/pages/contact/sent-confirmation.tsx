import { css } from 'linaria'
import { useEffect, useId, useRef } from 'react'
import { color, space } from '#src/theme/tokens.ts'
import { introStyle, sectionTitleStyle } from '#src/theme/typography.ts'

/** In the form's place after a successful send (requirements §2). The focus goes there: what had it is gone, and so it is heard. */
export function SentConfirmation({ title, text }: { readonly title: string; readonly text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const textId = useId()
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={sent}>
      <h3 ref={heading} className={headline} tabIndex={-1} aria-describedby={textId}>
        {title}
      </h3>
      <p id={textId} className={thanks}>
        {text}
      </p>
    </div>
  )
}

const sent = css`
  margin-block-start: ${space.lg}px;
  border-block-start: 3px solid ${color.green};
  padding-block-start: ${space.lg - 8}px;
`

/** Where the focus scrolls, the form's title is still seen above. */
const headline = css`
  ${sectionTitleStyle}
  scroll-margin-block-start: ${2 * space.xxl}px;

  &:focus {
    outline: none;
    box-shadow: none;
  }
`

const thanks = css`
  ${introStyle}
  margin-block-start: ${space.xs}px;
`
