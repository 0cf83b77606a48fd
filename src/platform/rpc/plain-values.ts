import {
  type StandardRPCCustomJsonSerializer,
  STANDARD_RPC_JSON_SERIALIZER_BUILT_IN_TYPES as types,
} from '@orpc/client/standard'

// A call is taken apart before anybody is asked who they are, and a long number alone takes a second. No procedure takes
// any of these, so none is made.
const refused = [types.BIGINT, types.DATE, types.URL, types.REGEXP, types.SET, types.MAP]

/** Makes our own protocol read nothing but what JSON has, `undefined` and `NaN`; answers may hold anything. */
export const plainValues: StandardRPCCustomJsonSerializer[] = refused.map(type => ({
  type,
  condition: () => false,
  serialize: value => value,
  deserialize() {
    throw new TypeError('no procedure takes such a value')
  },
}))
