import { z } from 'zod'

/** Section "contact_info" (CNT-35). Without it the venue's settings answer. */
export const contactInfo = z.object({
  address: z.string().max(300),
  phone: z.string().max(40),
  email: z.string().max(255),
})
export type ContactInfo = z.output<typeof contactInfo>

const plan = z.object({
  name: z.string().trim().min(1).max(60),
  description: z.string().max(500),
  /** In words, such as "From £40 a month"; left out where the venue says nothing. */
  price: z.string().max(60).default(''),
  features: z.array(z.string().trim().min(1).max(100)).max(12).default([]),
  /** How one comes by it: with the free plan, with any paid one, or as arranged with the house. */
  way: z.enum(['free', 'paid', 'arranged']).default('paid'),
})

/** Section "membership_plans": the cards of /membership (MEM-01), in their order. They name ways to work here, not tiers. */
export const membershipPlans = z.object({
  plans: z
    .array(plan)
    .min(1)
    .max(12)
    .default([
      {
        name: 'Community',
        description: 'Belong to the house without a desk of your own.',
        price: '',
        features: ['The monthly market', 'The kitchen and the yard', 'People who make things'],
        way: 'free',
      },
      {
        name: 'Hot Desk',
        description: 'Come when it suits you and take the desk that is free.',
        price: '',
        features: ['A shared desk', 'Fast wireless network', 'Kitchen, tea and coffee'],
        way: 'paid',
      },
      {
        name: 'Dedicated Desk',
        description: 'The same desk each day, set up the way you left it.',
        price: '',
        features: ['A desk of your own', 'A locker', 'Printing, scanning and post'],
        way: 'arranged',
      },
      {
        name: 'Private Studio',
        description: 'A room with a door for work that needs space, quiet or noise.',
        price: '',
        features: ['A studio of your own', 'Room for tools and stock', 'Space to receive clients'],
        way: 'arranged',
      },
    ]),
})
export type MembershipPlan = z.output<typeof plan>
