import { linkOptions } from '@tanstack/react-router'
import type { Need } from '../rules.ts'

/** What each need is called, for one and for several, and the place that settles it. */
export const needWords = {
  alarms: {
    one: 'security warning in the last day',
    many: 'security warnings in the last day',
    link: linkOptions({ to: '/admin/security', search: { tab: 'events' } }),
  },
  incidents: {
    one: 'incident is open or waits for its decision',
    many: 'incidents are open or wait for their decision',
    link: linkOptions({ to: '/admin/incident-reports', search: { wants: 'office' } }),
  },
  disputes: {
    one: 'payment is disputed at the bank',
    many: 'payments are disputed at the bank',
    link: linkOptions({ to: '/admin/payments', search: { tab: 'disputes', wants: 'answer' } }),
  },
  webhooks: {
    one: 'message of the payment provider was refused or failed',
    many: 'messages of the payment provider were refused or failed',
    link: linkOptions({ to: '/admin/payments', search: { tab: 'webhooks', wants: 'hand' } }),
  },
  refunds: {
    one: 'refund failed',
    many: 'refunds failed',
    link: linkOptions({ to: '/admin/payments', search: { tab: 'refunds', status: 'failed' } }),
  },
  overdue: {
    one: 'membership payment is overdue',
    many: 'membership payments are overdue',
    link: linkOptions({ to: '/admin/payments', search: { status: 'overdue', plans: 'all' } }),
  },
  ballots: {
    one: 'application waits for your vote',
    many: 'applications wait for your vote',
    link: linkOptions({ to: '/admin/committee-applications', search: { waitsFor: 'me' } }),
  },
  decisions: {
    one: 'application was declined by the committee and waits for an admin',
    many: 'applications were declined by the committee and wait for an admin',
    link: linkOptions({ to: '/admin/admin-applications', search: { status: 'pending', waitsFor: 'admin' } }),
  },
  votes: {
    one: 'application waits for votes of the committee',
    many: 'applications wait for votes of the committee',
    link: linkOptions({ to: '/admin/admin-applications', search: { status: 'pending', waitsFor: 'committee' } }),
  },
  hosts: {
    one: 'host waits for a decision on their event',
    many: 'hosts wait for a decision on their events',
    link: linkOptions({ to: '/admin/events', search: { view: 'pending' } }),
  },
  enquiries: {
    one: 'enquiry is open',
    many: 'enquiries are open',
    link: linkOptions({ to: '/admin/enquiries', search: { status: 'open' } }),
  },
  reports: {
    one: 'report from the community waits',
    many: 'reports from the community wait',
    link: linkOptions({ to: '/admin/community', search: { tab: 'reports', state: 'waiting' } }),
  },
  appeals: {
    one: 'author appeals against a hidden post',
    many: 'authors appeal against hidden posts',
    link: linkOptions({ to: '/admin/community', search: { tab: 'decisions', appeal: 'waiting' } }),
  },
  erasures: {
    one: 'person asked to be erased',
    many: 'people asked to be erased',
    link: linkOptions({ to: '/admin/security', search: { tab: 'export' } }),
  },
  stallDocuments: {
    one: 'document of a stallholder waits',
    many: 'documents of stallholders wait',
    link: linkOptions({ to: '/admin/markets', search: { tab: 'documents' } }),
  },
  stallExpiries: {
    one: 'document runs out before its stall',
    many: 'documents run out before their stalls',
    link: linkOptions({
      to: '/admin/markets',
      search: { tab: 'documents', status: 'accepted', runsOut: 'beforeStall' },
    }),
  },
  waitlist: {
    one: 'person on the waiting list has not heard from us',
    many: 'people on the waiting list have not heard from us',
    link: linkOptions({ to: '/admin/waitlist', search: { heard: 'no' } }),
  },
  registrations: {
    one: 'launch registration is pending',
    many: 'launch registrations are pending',
    link: linkOptions({ to: '/admin/member-approvals', search: { status: 'pending' } }),
  },
  mails: {
    one: 'email could not be sent',
    many: 'emails could not be sent',
    link: linkOptions({ to: '/admin/mails', search: { status: 'failed' } }),
  },
} satisfies Record<Need, { one: string; many: string; link: object }>
