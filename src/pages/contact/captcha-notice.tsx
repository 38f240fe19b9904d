import { css } from 'linaria'
import { Children } from 'react'
import { ExternalLink } from '#src/components/external-link.tsx'
import type { ContactContent } from '#src/content/contact.ts'
import { env } from '#src/env.ts'
import { color } from '#src/theme/tokens.ts'
import { noteStyle } from '#src/theme/typography.ts'

interface CaptchaNoticeProps {
  readonly content: Pick<ContactContent, 'captchaNotice' | 'privacyLabel' | 'termsLabel'>
  readonly newTabLabel: string
}

/**
 * The notice that the reCAPTCHA terms require if the badge is hidden (requirements §7). Renders nothing without a site
 * key: the backend's own captcha needs no notice.
 */
export function CaptchaNotice({ content, newTabLabel }: CaptchaNoticeProps) {
  const { captchaNotice, privacyLabel, termsLabel } = content
  if (!env.captchaSiteKey) return null
  const renderPart = (part: string) => {
    const [label, href] =
      part === '{privacy}' ? [privacyLabel, PRIVACY_URL] : part === '{terms}' ? [termsLabel, TERMS_URL] : [part]
    const text = <span>{label}</span>
    return href ? (
      <ExternalLink href={href} newTabLabel={newTabLabel} className={link} hasIcon={false}>
        {text}
      </ExternalLink>
    ) : (
      text
    )
  }
  return <p className={notice}>{Children.map(captchaNotice.split(/(\{privacy\}|\{terms\})/), renderPart)}</p>
}

const PRIVACY_URL = 'https://policies.google.com/privacy'
const TERMS_URL = 'https://policies.google.com/terms'

const notice = css`
  ${noteStyle}
  grid-column: 1 / -1;
  color: ${color.inkSoft};

  :global() {
    .grecaptcha-badge {
      visibility: hidden;
    }
  }
`

const link = css`
  text-decoration: underline;
  text-underline-offset: 3px;

  &:hover {
    color: ${color.ink};
  }
`
