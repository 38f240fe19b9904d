/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type ContactQueryVariables = Exact<{ [key: string]: never; }>;


export type ContactQuery = { contactPageCollection: { items: Array<{ formTitle: string | null, formText: string | null, nameLabel: string | null, namePlaceholder: string | null, emailLabel: string | null, emailPlaceholder: string | null, messageLabel: string | null, messagePlaceholder: string | null, sendLabel: string | null, sendingLabel: string | null, captchaNotice: string | null, privacyLabel: string | null, termsLabel: string | null, rateLimitText: string | null, offlineText: string | null, sentTitle: string | null, sentText: string | null, officeTitle: string | null, officeStreet: string | null, officeCity: string | null, hoursTitle: string | null, hours: string | null, days: string | null, contactTitle: string | null, email: string | null, phone: string | null, mapLatitude: number | null, mapLongitude: number | null, mapLabel: string | null, directionsLabel: string | null, sys: { id: string }, seo: { title: string | null, description: string | null, noIndex: boolean | null, sys: { id: string }, shareImage: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null, hero: { header: string | null, title: string | null, posterAlt: string | null, focalPoint: string | null, sys: { id: string }, videoFile: { url: string | null, sys: { id: string } } | null, poster: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null } | null> } | null };

export type PictureFragment = { url: string | null, width: number | null, height: number | null, sys: { id: string } };

export type SeoFragment = { title: string | null, description: string | null, noIndex: boolean | null, sys: { id: string }, shareImage: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null };

export type VideoHeroFragment = { header: string | null, title: string | null, posterAlt: string | null, focalPoint: string | null, sys: { id: string }, videoFile: { url: string | null, sys: { id: string } } | null, poster: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null };

export type GalleryQueryVariables = Exact<{
  skip?: number | null | undefined;
}>;


export type GalleryQuery = { galleryPageCollection: { items: Array<{ gridTitle: string | null, photoDialog: string | null, sys: { id: string }, seo: { title: string | null, description: string | null, noIndex: boolean | null, sys: { id: string }, shareImage: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null, hero: { header: string | null, title: string | null, posterAlt: string | null, focalPoint: string | null, sys: { id: string }, videoFile: { url: string | null, sys: { id: string } } | null, poster: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null, imagesCollection: { total: number, items: Array<{ altText: string | null, focalPoint: string | null, caption: string | null, sys: { id: string }, photo: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null> } | null } | null> } | null };

export type HomeQueryVariables = Exact<{ [key: string]: never; }>;


export type HomeQuery = { homePageCollection: { items: Array<{ watchLabel: string | null, filmId: string | null, filmTitle: string | null, sys: { id: string }, seo: { title: string | null, description: string | null, noIndex: boolean | null, sys: { id: string }, shareImage: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null, hero: { header: string | null, title: string | null, posterAlt: string | null, focalPoint: string | null, sys: { id: string }, videoFile: { url: string | null, sys: { id: string } } | null, poster: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null, factsCollection: { items: Array<{ figure: string | null, unit: string | null, text: string | null, sys: { id: string } } | null> } | null } | null> } | null };

export type MainlineQueryVariables = Exact<{ [key: string]: never; }>;


export type MainlineQuery = { mainlinePageCollection: { items: Array<{ tagline: string | null, title: string | null, headerImageAlt: string | null, focalPoint: string | null, scopeLabel: string | null, scopeTitle: string | null, scopeText: string | null, footerLine: string | null, homeTitle: string | null, homeText: string | null, sys: { id: string }, seo: { title: string | null, description: string | null, noIndex: boolean | null, sys: { id: string }, shareImage: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null, headerImage: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null, stagesCollection: { items: Array<{ label: string | null, imageAlt: string | null, focalPoint: string | null, sys: { id: string }, image: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null> } | null } | null> } | null };

export type RedirectsQueryVariables = Exact<{ [key: string]: never; }>;


export type RedirectsQuery = { redirectCollection: { items: Array<{ from: string | null, to: string | null, isPermanent: boolean | null, sys: { id: string } } | null> } | null };

export type ServicesQueryVariables = Exact<{ [key: string]: never; }>;


export type ServicesQuery = { servicesPageCollection: { items: Array<{ introTitle: string | null, introText: string | null, affiliationsTitle: string | null, sys: { id: string }, seo: { title: string | null, description: string | null, noIndex: boolean | null, sys: { id: string }, shareImage: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null, hero: { header: string | null, title: string | null, posterAlt: string | null, focalPoint: string | null, sys: { id: string }, videoFile: { url: string | null, sys: { id: string } } | null, poster: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null, panelsCollection: { items: Array<{ header: string | null, title: string | null, text: string | null, imageAlt: string | null, focalPoint: string | null, linkRoute: string | null, linkLabel: string | null, sys: { id: string }, image: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null> } | null, affiliationsCollection: { items: Array<{ name: string | null, kind: string | null, link: string | null, sys: { id: string }, logo: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null } | null> } | null } | null> } | null };

export type SiteQueryVariables = Exact<{ [key: string]: never; }>;


export type SiteQuery = { siteSettingsCollection: { items: Array<{ companyName: string | null, shortName: string | null, tagline: string | null, exploreHeading: string | null, socialHeading: string | null, facebookUrl: string | null, linkedinUrl: string | null, copyright: string | null, sys: { id: string }, logo: { url: string | null, width: number | null, height: number | null, sys: { id: string } } | null, navigationCollection: { items: Array<{ name: string | null, route: string | null, isEnabled: boolean | null, sys: { id: string } } | null> } | null, interfaceTexts: { loading: string | null, skipToContent: string | null, mainNavigation: string | null, openMenu: string | null, closeMenu: string | null, pauseVideo: string | null, playVideo: string | null, videoUnsupported: string | null, close: string | null, newTab: string | null, photoCount: string | null, previousPhoto: string | null, nextPhoto: string | null, photoPosition: string | null, allPhotos: string | null, zoomIn: string | null, zoomOut: string | null, photoFailed: string | null, pageUpdated: string | null, reload: string | null, sys: { id: string } } | null } | null> } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const PictureFragmentDoc = new TypedDocumentString(`
    fragment Picture on Asset {
  sys {
    id
  }
  url
  width
  height
}
    `, {"fragmentName":"Picture"}) as unknown as TypedDocumentString<PictureFragment, unknown>;
export const SeoFragmentDoc = new TypedDocumentString(`
    fragment Seo on Seo {
  sys {
    id
  }
  title
  description
  shareImage {
    ...Picture
  }
  noIndex
}
    fragment Picture on Asset {
  sys {
    id
  }
  url
  width
  height
}`, {"fragmentName":"Seo"}) as unknown as TypedDocumentString<SeoFragment, unknown>;
export const VideoHeroFragmentDoc = new TypedDocumentString(`
    fragment VideoHero on VideoHero {
  sys {
    id
  }
  header
  title
  videoFile {
    sys {
      id
    }
    url
  }
  poster {
    ...Picture
  }
  posterAlt
  focalPoint
}
    fragment Picture on Asset {
  sys {
    id
  }
  url
  width
  height
}`, {"fragmentName":"VideoHero"}) as unknown as TypedDocumentString<VideoHeroFragment, unknown>;
export const ContactDocument = new TypedDocumentString(`
    query Contact {
  contactPageCollection(limit: 1) {
    items {
      sys {
        id
      }
      seo {
        ...Seo
      }
      hero {
        ...VideoHero
      }
      formTitle
      formText
      nameLabel
      namePlaceholder
      emailLabel
      emailPlaceholder
      messageLabel
      messagePlaceholder
      sendLabel
      sendingLabel
      captchaNotice
      privacyLabel
      termsLabel
      rateLimitText
      offlineText
      sentTitle
      sentText
      officeTitle
      officeStreet
      officeCity
      hoursTitle
      hours
      days
      contactTitle
      email
      phone
      mapLatitude
      mapLongitude
      mapLabel
      directionsLabel
    }
  }
}
    fragment Picture on Asset {
  sys {
    id
  }
  url
  width
  height
}
fragment Seo on Seo {
  sys {
    id
  }
  title
  description
  shareImage {
    ...Picture
  }
  noIndex
}
fragment VideoHero on VideoHero {
  sys {
    id
  }
  header
  title
  videoFile {
    sys {
      id
    }
    url
  }
  poster {
    ...Picture
  }
  posterAlt
  focalPoint
}`) as unknown as TypedDocumentString<ContactQuery, ContactQueryVariables>;
export const GalleryDocument = new TypedDocumentString(`
    query Gallery($skip: Int = 0) {
  galleryPageCollection(limit: 1) {
    items {
      sys {
        id
      }
      seo {
        ...Seo
      }
      hero {
        ...VideoHero
      }
      gridTitle
      photoDialog
      imagesCollection(skip: $skip, limit: 1000) {
        total
        items {
          sys {
            id
          }
          altText
          focalPoint
          caption
          photo {
            ...Picture
          }
        }
      }
    }
  }
}
    fragment Picture on Asset {
  sys {
    id
  }
  url
  width
  height
}
fragment Seo on Seo {
  sys {
    id
  }
  title
  description
  shareImage {
    ...Picture
  }
  noIndex
}
fragment VideoHero on VideoHero {
  sys {
    id
  }
  header
  title
  videoFile {
    sys {
      id
    }
    url
  }
  poster {
    ...Picture
  }
  posterAlt
  focalPoint
}`) as unknown as TypedDocumentString<GalleryQuery, GalleryQueryVariables>;
export const HomeDocument = new TypedDocumentString(`
    query Home {
  homePageCollection(limit: 1) {
    items {
      sys {
        id
      }
      seo {
        ...Seo
      }
      hero {
        ...VideoHero
      }
      watchLabel
      filmId
      filmTitle
      factsCollection(limit: 4) {
        items {
          sys {
            id
          }
          figure
          unit
          text
        }
      }
    }
  }
}
    fragment Picture on Asset {
  sys {
    id
  }
  url
  width
  height
}
fragment Seo on Seo {
  sys {
    id
  }
  title
  description
  shareImage {
    ...Picture
  }
  noIndex
}
fragment VideoHero on VideoHero {
  sys {
    id
  }
  header
  title
  videoFile {
    sys {
      id
    }
    url
  }
  poster {
    ...Picture
  }
  posterAlt
  focalPoint
}`) as unknown as TypedDocumentString<HomeQuery, HomeQueryVariables>;
export const MainlineDocument = new TypedDocumentString(`
    query Mainline {
  mainlinePageCollection(limit: 1) {
    items {
      sys {
        id
      }
      seo {
        ...Seo
      }
      tagline
      title
      headerImage {
        ...Picture
      }
      headerImageAlt
      focalPoint
      scopeLabel
      scopeTitle
      scopeText
      stagesCollection(limit: 40) {
        items {
          sys {
            id
          }
          label
          image {
            ...Picture
          }
          imageAlt
          focalPoint
        }
      }
      footerLine
      homeTitle
      homeText
    }
  }
}
    fragment Picture on Asset {
  sys {
    id
  }
  url
  width
  height
}
fragment Seo on Seo {
  sys {
    id
  }
  title
  description
  shareImage {
    ...Picture
  }
  noIndex
}`) as unknown as TypedDocumentString<MainlineQuery, MainlineQueryVariables>;
export const RedirectsDocument = new TypedDocumentString(`
    query Redirects {
  redirectCollection(limit: 1000) {
    items {
      sys {
        id
      }
      from
      to
      isPermanent
    }
  }
}
    `) as unknown as TypedDocumentString<RedirectsQuery, RedirectsQueryVariables>;
export const ServicesDocument = new TypedDocumentString(`
    query Services {
  servicesPageCollection(limit: 1) {
    items {
      sys {
        id
      }
      seo {
        ...Seo
      }
      hero {
        ...VideoHero
      }
      introTitle
      introText
      panelsCollection(limit: 6) {
        items {
          sys {
            id
          }
          header
          title
          text
          image {
            ...Picture
          }
          imageAlt
          focalPoint
          linkRoute
          linkLabel
        }
      }
      affiliationsTitle
      affiliationsCollection(limit: 60) {
        items {
          sys {
            id
          }
          name
          kind
          logo {
            ...Picture
          }
          link
        }
      }
    }
  }
}
    fragment Picture on Asset {
  sys {
    id
  }
  url
  width
  height
}
fragment Seo on Seo {
  sys {
    id
  }
  title
  description
  shareImage {
    ...Picture
  }
  noIndex
}
fragment VideoHero on VideoHero {
  sys {
    id
  }
  header
  title
  videoFile {
    sys {
      id
    }
    url
  }
  poster {
    ...Picture
  }
  posterAlt
  focalPoint
}`) as unknown as TypedDocumentString<ServicesQuery, ServicesQueryVariables>;
export const SiteDocument = new TypedDocumentString(`
    query Site {
  siteSettingsCollection(limit: 1) {
    items {
      sys {
        id
      }
      companyName
      shortName
      tagline
      logo {
        ...Picture
      }
      navigationCollection(limit: 8) {
        items {
          sys {
            id
          }
          name
          route
          isEnabled
        }
      }
      exploreHeading
      socialHeading
      facebookUrl
      linkedinUrl
      copyright
      interfaceTexts {
        sys {
          id
        }
        loading
        skipToContent
        mainNavigation
        openMenu
        closeMenu
        pauseVideo
        playVideo
        videoUnsupported
        close
        newTab
        photoCount
        previousPhoto
        nextPhoto
        photoPosition
        allPhotos
        zoomIn
        zoomOut
        photoFailed
        pageUpdated
        reload
      }
    }
  }
}
    fragment Picture on Asset {
  sys {
    id
  }
  url
  width
  height
}`) as unknown as TypedDocumentString<SiteQuery, SiteQueryVariables>;