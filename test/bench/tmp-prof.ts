import { traitsOf } from '../../core/audience/index.js';
import { profileOf } from '../../core/sponsors/choosing/targeting.js';
import { drawFrom, drawUser, seededRandom, NOW_MS, orderWith, countersWith, World, settingsWith, seekerWith, drawTargeting } from '../core/choosing-world.js';
const draw = drawFrom(seededRandom(1));
const users = Array.from({length:1000},()=>drawUser(draw));
function t(name:string, f:(i:number)=>unknown){ for(let i=0;i<20000;i++)f(i%1000); const s=performance.now(); for(let i=0;i<200000;i++)f(i%1000); console.log(name,((performance.now()-s)/200).toFixed(2),'µs'); }
t('traits',i=>traitsOf(users[i]!,NOW_MS));
const traits=users.map(u=>traitsOf(u,NOW_MS));
t('profile',i=>profileOf(traits[i]!));
const w=new World(); for(let i=1;i<=10000;i++) w.put(orderWith(i,{realPriceMicros:BigInt(draw.whole(500_000, 8_000_000)),targeting:drawTargeting(draw,0.1)}),countersWith(i)); w.forget=true;
const c=w.chooser(settingsWith({EXPLORE_SHARE:'0.05'}),seededRandom(2)); await c.sync();
const seekers=users.map(user=>seekerWith({user}));
for(let i=0;i<20000;i++) await c.choose(seekers[i%1000]!,4);
const s=performance.now(); for(let i=0;i<300000;i++) await c.choose(seekers[i%1000]!,4); console.log('choose',((performance.now()-s)/300).toFixed(2));
