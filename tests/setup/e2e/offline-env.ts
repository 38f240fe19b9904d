import { LOCAL_HOST } from '#scripts/dev/ports.ts'
import { HEALTH_TOKEN, RAISED_RATE_LIMITS } from '#tests/setup/stack.ts'

/** The public address of every site of the tests, so that they share one build. No test opens it. */
export const SITE_URL = 'http://site.example'

/** Variables for a site without external services. They override .env and the environment of the tests. */
export const OFFLINE_ENV = {
  VITE_CONTENTFUL_GRAPHQL: '',
  CONTENTFUL_DELIVERY_TOKEN: '',
  VITE_ASSET_PREFIX: '/media',
  VITE_GOOGLE_MAPS_KEY: 'key-of-the-tests',
  VITE_BACKEND_URL: '/api',
  VITE_CAPTCHA_SITE_KEY: '',
  VITE_ENVIRONMENT: 'dev',
  VITE_SECURITY_CONTACT: '',
  VITE_SITE_URL: SITE_URL,
  CMS: '',
  NODE_ENV: '',
  HOST: '',
  DATABASE_URL: '',
  CAPTCHA_SECRET: '',
  COOKIE_DOMAIN: '',
  TRUSTED_PROXIES: LOCAL_HOST,
  MAIL_FROM: 'website@blackland.example',
  MAIL_TO: 'office@blackland.example',
  ...RAISED_RATE_LIMITS,
  LOG_LEVEL: 'silent',
  HEALTH_TOKEN,
  METRICS_PORT: '',
  PREVIEW_SECRET: '',
  CONTENTFUL_WEBHOOK_SECRET: '',
  LINK_CHECK: 'off',
}
