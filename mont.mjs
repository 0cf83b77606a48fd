import sharp from 'sharp'
const D='/tmp/signin-e2e/shots/'
async function row(names,out,h){const ims=[];let x=0;for(const n of names){const b=await sharp(D+n).resize({height:h,width:h===1000?undefined:undefined,fit:'inside'}).toBuffer({resolveWithObject:true});ims.push({input:b.data,left:x,top:0});x+=b.info.width+8}
await sharp({create:{width:x,height:h,channels:3,background:'#888'}}).composite(ims).png().toFile(D+out)}
await row(['auth-1280-light.png','signup-1280-dark.png'],'m1.png',620)
await row(['auth-360-light.png','signup-360-dark.png','personal-360-light.png','security-360-dark.png'],'m2.png',1100)
await row(['security-1280-light.png','referrals-1280-dark.png'],'m3.png',620)
await row(['members-1280-light.png','panel.png'],'m4.png',620)
