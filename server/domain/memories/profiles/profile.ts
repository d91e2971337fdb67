/** The form of a user's card at the interface. */
import { z } from 'zod';

/** What is known of a user's preferences; `profile` is null where nothing is. */
export const ProfileCard = z
  .object({
    agent_id: z.string(),
    user_id: z.string(),
    profile: z.string().nullable(),
    sources: z.array(z.string()).meta({ description: 'Ids of the memories it is made of' }),
    updated_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ProfileCard' });
export type ProfileCard = z.output<typeof ProfileCard>;
